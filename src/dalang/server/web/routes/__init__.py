"""The pages and the API, one module for each part of the site."""
