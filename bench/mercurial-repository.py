"""Makes a Mercurial repository: python3 mercurial-repository.py <path> <changesets>.

Like the other generated histories: files of 30 to 430 lines, a few changed in each changeset, always the same ones.
"""

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
letters = b'abcdefghijklmnopqrstuvwxyz'
words = [bytes(chance.choice(letters) for _ in range(chance.randint(3, 9))) for _ in range(2000)]
files, names = {}, []


def line():
    return b' '.join(chance.choice(words) for _ in range(chance.randint(4, 10))) + b'\n'


def new_file():
    name = b'src/dir%d/sub%d/file%d.c' % (chance.randint(0, 40), chance.randint(0, 8), len(names))
    names.append(name)
    files[name] = [line() for _ in range(chance.randint(30, 430))]
    return name


def change_file():
    name = chance.choice(names)
    lines = files[name]
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(lines))
        lines[at : at + chance.randint(0, 3)] = [line() for _ in range(chance.randint(0, 3))]
        if not lines:
            lines.append(line())
    return name


def read(repo, changeset, name):
    return context.memfilectx(repo, changeset, name, b''.join(files[name]))


parent = nullid
with repository.wlock(), repository.lock(), repository.transaction(b'bench'):
    for number in range(changesets):
        if number == 0:
            changed = {new_file() for _ in range(300)}
        else:
            changed = {new_file() if chance.random() < 0.08 else change_file() for _ in range(chance.randint(1, 6))}
        author = b'User %d <user%d@example.org>' % (number % 30, number % 30)
        message = b'Change %d: %s' % (number, line().strip())
        date = b'%d 0' % (1200000000 + number * 600)
        changeset = context.memctx(repository, (parent, nullid), message, sorted(changed), read, author, date)
        parent = repository.commitctx(changeset)
