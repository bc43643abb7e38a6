"""Serving: the addresses and the port, the QR code, and the production server with its worker processes."""
