"""Formats of messages: how records become the bytes of one message, and back."""
