"""The contract suite: every connector keeps the guarantee it declares, whatever crashes, against its real server."""
