"""Serving: the port, the addresses, the QR code, and the production server."""
