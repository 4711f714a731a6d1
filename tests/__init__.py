"""The tests, in folders that mirror the house; what they share is in :mod:`tests.support`."""
