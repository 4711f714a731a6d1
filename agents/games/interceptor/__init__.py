"""Players of Interceptor Ace, and their calibration."""
