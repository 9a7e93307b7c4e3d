/** Small histories that each hold something odd. Each makes a dump. */
import type { DumpBuilder } from './dump-builder.ts';

export interface OddHistory {
  name: string;
  write(dump: DumpBuilder): void;
}

const standard = (dump: DumpBuilder): DumpBuilder => dump.revision('Start').dir('trunk').dir('branches').dir('tags');

/** Text of many windows: Subversion cuts deltas at 100 KB. */
function longText(seed: number, lines: number): string {
  return Array.from({ length: lines }, (_, i) => `line ${i} of ${(i * 7919 + seed) % 1009} ${'x'.repeat(i % 40)}`).join(
    '\n',
  );
}

export const ODD_HISTORIES: OddHistory[] = [
  {
    name: 'branches, tags and edits',
    write(dump) {
      standard(dump).file('trunk/a.txt', 'one\n').dir('trunk/lib').file('trunk/lib/b.txt', 'b\n');
      dump.revision('Edit', { author: 'bob' }).change('trunk/a.txt', 'one\ntwo\n');
      dump.revision('Branch').copyDir('branches/work', 'trunk', 2);
      dump.revision('On the branch', { author: 'carol' }).change('branches/work/lib/b.txt', 'B\n');
      dump.revision('Tag').copyDir('tags/v1', 'trunk', 4);
      dump.revision('Delete a file').delete('trunk/lib/b.txt');
    },
  },
  {
    name: 'copies of copies, copied and changed',
    write(dump) {
      standard(dump).dir('trunk/d').file('trunk/d/f', 'text\n'.repeat(50));
      dump.revision('Copy').copyDir('trunk/e', 'trunk/d', 1);
      dump
        .revision('Copy the copy')
        .copyDir('trunk/e/inner', 'trunk/e', 2)
        .change('trunk/e/inner/f', `${'text\n'.repeat(49)}changed\n`);
      dump.revision('Copy a file and change it').copyFile('trunk/g', 'trunk/e/inner/f', 3, 'text\n'.repeat(20));
      dump
        .revision('Mixed-revision copy')
        .copyDir('branches/mixed', 'trunk', 4)
        .delete('branches/mixed/g')
        .copyFile('branches/mixed/g', 'trunk/d/f', 1);
    },
  },
  {
    name: 'replacements of every kind',
    write(dump) {
      standard(dump).file('trunk/thing', 'a file\n').dir('trunk/folder').file('trunk/folder/x', 'x\n');
      dump.revision('File becomes folder').delete('trunk/thing').dir('trunk/thing').file('trunk/thing/inside', 'in\n');
      dump.revision('Folder becomes file').delete('trunk/folder').file('trunk/folder', 'now a file\n');
      dump.revision('Replace with history').delete('trunk/thing').copyDir('trunk/thing', 'trunk/folder', 2);
    },
  },
  {
    name: 'a branch deleted and made again',
    write(dump) {
      standard(dump).file('trunk/a', '1\n');
      dump.revision('Branch').copyDir('branches/b', 'trunk', 1);
      dump.revision('Work on it').change('branches/b/a', 'lost?\n');
      dump.revision('Delete it').delete('branches/b');
      dump.revision('Trunk goes on').change('trunk/a', '2\n');
      dump.revision('Again, from trunk').copyDir('branches/b', 'trunk', 5);
      dump.revision('Work again').change('branches/b/a', '3\n');
    },
  },
  {
    name: 'a tag that moves and a tag that is edited',
    write(dump) {
      standard(dump).file('trunk/a', '1\n');
      dump.revision('Tag').copyDir('tags/latest', 'trunk', 1);
      dump.revision('Edit').change('trunk/a', '2\n');
      dump.revision('Move the tag').delete('tags/latest').copyDir('tags/latest', 'trunk', 3);
      dump.revision('Another tag').copyDir('tags/edited', 'trunk', 3);
      dump.revision('Edit the tag').change('tags/edited/a', 'edited\n');
    },
  },
  {
    name: 'executable and symbolic link, on and off',
    write(dump) {
      standard(dump)
        .file('trunk/run', '#!/bin/sh\n', { properties: { 'svn:executable': '*' } })
        .file('trunk/link', 'link run', { properties: { 'svn:special': '*' } });
      dump.revision('Retarget').change('trunk/link', 'link other');
      dump.revision('Both').change('trunk/link', null, { properties: { 'svn:special': '*', 'svn:executable': '*' } });
      dump.revision('Only executable').change('trunk/link', null, { properties: { 'svn:executable': '*' } });
      dump.revision('Not executable').change('trunk/run', null, { properties: {} });
      dump
        .revision('Special without being a link')
        .file('trunk/odd', 'no link at all\n', { properties: { 'svn:special': '*' } });
      dump
        .revision('Copies keep it')
        .copyDir('branches/b', 'trunk', 3)
        .change('branches/b/link', null, { properties: { 'svn:executable': '*' } });
      dump
        .revision('Stays odd')
        .change('trunk/odd', null, { properties: { 'svn:executable': '*', 'svn:special': '*' } });
      dump.revision('An odd copy').copyFile('trunk/copied', 'trunk/odd', 8);
    },
  },
  {
    name: 'odd names',
    write(dump) {
      standard(dump)
        .file('trunk/ space ', 's')
        .file('trunk/Grüße — 日本', 'u')
        .file('trunk/100%25', 'p')
        .file('trunk/"quoted"', 'q')
        .file('trunk/back\\slash', 'b')
        .file('trunk/a@2', 'at');
      dump.revision('A name that Git refuses').dir('trunk/.git').file('trunk/.git/config', '[core]\n');
      dump.revision('Case').file('trunk/case', 'l').file('trunk/CASE', 'u');
      dump.revision('Sorting').dir('trunk/a').file('trunk/a/x', '1').file('trunk/a.txt', '2').file('trunk/a0', '3');
      dump
        .revision('Branch names')
        .copyDir('branches/with space', 'trunk', 4)
        .copyDir('branches/a..b~c', 'trunk', 4)
        .copyDir('branches/main', 'trunk', 4)
        .copyDir('branches/x.lock', 'trunk', 4);
    },
  },
  {
    name: 'logs, authors and dates that are broken or missing',
    write(dump) {
      dump.revision(Buffer.from('Gr\xfc\xdfe', 'latin1')).dir('trunk');
      dump.revision('Carriage\r\nreturns\r').file('trunk/a', '1\n');
      dump.revision('', { author: null }).change('trunk/a', '2\n');
      dump.revision('No date', { date: null }).change('trunk/a', '3\n');
      dump.revision('Bad date', { date: 'yesterday' }).change('trunk/a', '4\n');
      dump.revision('Full author', { author: 'Ann Example <ann@example.org>' }).change('trunk/a', '5\n');
    },
  },
  {
    name: 'empty folders, empty revisions, properties of the root',
    write(dump) {
      standard(dump).dir('trunk/empty').dir('trunk/empty/inner');
      dump.revision('Padding');
      dump.revision('Root property').changeDir('', { 'svn:ignore': '*.o\n' });
      dump.revision('Fill').file('trunk/empty/inner/f', 'x');
      dump.revision('Empty again').delete('trunk/empty/inner/f');
      dump.revision('Copy the empty one').copyDir('trunk/copy', 'trunk/empty', 5);
      dump.revision('Fill the copy').file('trunk/copy/inner/g', 'g');
      dump.revision('Nothing left').delete('trunk/copy').delete('trunk/empty');
    },
  },
  {
    name: 'a whole merge and a cherry-pick',
    write(dump) {
      standard(dump).file('trunk/a', 'a\n').file('trunk/b', 'b\n');
      dump.revision('Branch').copyDir('branches/f', 'trunk', 1);
      dump.revision('First').change('branches/f/a', 'a1\n');
      dump.revision('Second').change('branches/f/b', 'b1\n');
      dump
        .revision('Cherry-pick the second')
        .change('trunk/b', 'b1\n')
        .changeDir('trunk', { 'svn:mergeinfo': '/branches/f:4\n' });
      dump
        .revision('Merge all of it')
        .change('trunk/a', 'a1\n')
        .changeDir('trunk', { 'svn:mergeinfo': '/branches/f:2-5\n' });
    },
  },
  {
    name: 'ignores and externals',
    write(dump) {
      dump
        .revision('Start')
        .dir('branches')
        .dir('tags')
        .dir('trunk', { properties: { 'svn:ignore': 'build\n*.tmp\n', 'svn:global-ignores': '*.bak\n' } });
      dump
        .revision('More')
        .dir('trunk/sub', {
          properties: { 'svn:ignore': 'out\n', 'svn:externals': 'lib https://user:secret@example.org/lib\n' },
        })
        .file('trunk/sub/f', 'f');
      dump.revision('Change').changeDir('trunk', { 'svn:ignore': 'build\n' });
    },
  },
  {
    name: 'several projects',
    write(dump) {
      dump
        .revision('Start')
        .dir('one')
        .dir('one/trunk')
        .file('one/trunk/a', '1')
        .dir('two')
        .dir('two/trunk')
        .file('two/trunk/b', '2')
        .dir('two/branches');
      dump.revision('Branch of one').copyDir('two/branches/x', 'two/trunk', 1);
      dump.revision('Rename a project').copyDir('three', 'two', 2).delete('two');
    },
  },
  {
    name: 'large and binary texts',
    write(dump) {
      standard(dump)
        .file('trunk/long', longText(1, 9000))
        .file('trunk/zero', Buffer.alloc(300_000))
        .file('trunk/bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 256)));
      dump.revision('Change a little').change('trunk/long', longText(1, 9000).replace('line 4000', 'changed 4000'));
      dump.revision('Change all').change('trunk/long', longText(2, 9500));
      dump.revision('Grow zeros').change('trunk/zero', Buffer.alloc(700_000));
      dump.revision('Empty it').change('trunk/long', '');
      dump.revision('Fill it').change('trunk/long', longText(1, 9000));
    },
  },
  {
    name: 'trunk deleted and brought back',
    write(dump) {
      standard(dump).file('trunk/a', '1\n');
      dump.revision('Two').change('trunk/a', '2\n');
      dump.revision('Mistake').delete('trunk');
      dump.revision('Bring it back').copyDir('trunk', 'trunk', 2);
      dump.revision('Go on').change('trunk/a', '3\n');
    },
  },
  {
    name: 'folders that come empty with a copied parent',
    write(dump) {
      dump.revision('Template').dir('template').dir('template/trunk').dir('template/branches').dir('template/tags');
      dump.revision('Project').copyDir('trunk', 'template/trunk', 1).copyDir('branches', 'template', 1);
      dump.revision('Fill').file('trunk/f', 'f\n').file('branches/trunk/g', 'g\n');
      dump.revision('Two at once').copyDir('tags', 'template', 1).copyDir('tags/now', 'trunk', 3);
      dump.revision('Copy of the empty root').copyDir('trunk/old', '', 0);
      dump.revision('Fill that').file('trunk/old/h', 'h\n');
    },
  },
];
