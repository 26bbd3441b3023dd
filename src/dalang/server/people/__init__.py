"""Who somebody is: cookies, personal links and tokens."""
