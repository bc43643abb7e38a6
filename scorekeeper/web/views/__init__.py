"""Views: each parses a request, calls one service and renders a page or its fragment."""
