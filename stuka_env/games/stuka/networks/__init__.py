"""The networks of the first game (extra `sb3`); ``stuka_env.networks`` loads and saves them."""
