"""Interceptor Ace: the career of one fighter pilot, March 1943 to February 1944."""
