"""The pages under docs/ and the README."""
