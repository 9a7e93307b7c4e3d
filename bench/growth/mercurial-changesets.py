"""Makes a Mercurial repository of many small changesets: python3 mercurial-changesets.py <path> <changesets>."""

import random
import sys

from mercurial import context, hg
from mercurial import ui as hgui
from mercurial.node import nullid

path, changesets = sys.argv[1].encode(), int(sys.argv[2])
settings = hgui.ui.load()
settings.setconfig(b'ui', b'quiet', True)
repository = hg.repository(settings, path, create=True)
chance = random.Random(7)

parent = nullid
with repository.wlock(), repository.lock(), repository.transaction(b'bench'):
    for number in range(changesets):
        name = b'src/d%d/f%d.c' % (chance.randrange(12), chance.randrange(12))
        text = b'line %d\n' % number + b'x = 1;\n' * chance.randrange(40)

        def read(repo, changeset, name, text=text):
            return context.memfilectx(repo, changeset, name, text)

        author = b'User %d <user%d@example.org>' % (number % 50, number % 50)
        date = b'%d 0' % (1200000000 + number * 600)
        message = b'Change %d' % number
        changeset = context.memctx(repository, (parent, nullid), message, [name], read, author, date)
        parent = repository.commitctx(changeset)
