"""The web: views that parse a request, call one service and render a page or its fragment."""
