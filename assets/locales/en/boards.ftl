### What boards and their pictures say.
