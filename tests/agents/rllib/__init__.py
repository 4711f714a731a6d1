"""Ray and RLlib."""
