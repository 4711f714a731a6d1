"""Networks that follow the structure of the mat (extra ``sb3``); ``stuka_env.networks`` loads and saves them."""
