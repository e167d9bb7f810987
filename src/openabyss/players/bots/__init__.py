"""Players from outside: classes of somebody's own, and programs in any language."""
