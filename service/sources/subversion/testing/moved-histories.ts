/** Histories whose folders were moved about: what a layout by names alone loses. Each log message is the revision's name. */
import type { DumpBuilder } from './dump-builder.ts';

export interface MovedHistory {
  name: string;
  write(dump: DumpBuilder): void;
  /** Refs that there must be, exactly. */
  refs: string[];
  /** What is reached by `refs/heads/main`, the youngest first. */
  main: string[];
}

const rev = (dump: DumpBuilder) => dump.revision(`R${dump.number + 1}`);

export const MOVED_HISTORIES: MovedHistory[] = [
  {
    name: 'a project that became trunk',
    write(dump) {
      rev(dump).dir('project').file('project/a', '1\n');
      rev(dump).change('project/a', '2\n');
      rev(dump).file('project/b', 'b\n');
      rev(dump).change('project/b', 'bb\n');
      rev(dump).copyDir('trunk', 'project', 4).delete('project').dir('branches').dir('tags');
      rev(dump).change('trunk/a', '3\n');
      rev(dump).copyDir('branches/x', 'trunk', 6);
    },
    refs: ['refs/heads/main', 'refs/heads/x'],
    main: ['R6', 'R5', 'R4', 'R3', 'R2', 'R1'],
  },
  {
    name: 'Trunk that became trunk',
    write(dump) {
      rev(dump).dir('Trunk').dir('Branches').file('Trunk/a', '1\n');
      rev(dump).change('Trunk/a', '2\n');
      rev(dump).copyDir('Branches/x', 'Trunk', 2);
      rev(dump).change('Branches/x/a', 'x\n');
      rev(dump).copyDir('trunk', 'Trunk', 4).delete('Trunk').copyDir('branches', 'Branches', 4).delete('Branches');
      rev(dump).change('trunk/a', '3\n');
      rev(dump).change('branches/x/a', 'xx\n');
    },
    refs: ['refs/heads/main', 'refs/heads/x'],
    main: ['R6', 'R5', 'R2', 'R1'],
  },
  {
    name: 'a project that moved up with its branches and tags',
    write(dump) {
      rev(dump).dir('proj').dir('proj/trunk').dir('proj/branches').dir('proj/tags').file('proj/trunk/a', '1\n');
      rev(dump).change('proj/trunk/a', '2\n');
      rev(dump).copyDir('proj/branches/x', 'proj/trunk', 2);
      rev(dump).change('proj/branches/x/a', 'x\n');
      rev(dump).copyDir('proj/tags/v1', 'proj/trunk', 4);
      rev(dump)
        .copyDir('trunk', 'proj/trunk', 5)
        .copyDir('branches', 'proj/branches', 5)
        .copyDir('tags', 'proj/tags', 5)
        .delete('proj');
      rev(dump).change('trunk/a', '3\n');
      rev(dump).change('branches/x/a', 'xx\n');
    },
    refs: ['refs/heads/main', 'refs/heads/x', 'refs/tags/v1'],
    main: ['R7', 'R6', 'R2', 'R1'],
  },
  {
    name: 'the root copied to trunk',
    write(dump) {
      rev(dump).file('a', '1\n').dir('src').file('src/b', 'b\n');
      rev(dump).change('a', '2\n');
      rev(dump).change('src/b', 'bb\n');
      rev(dump).copyDir('trunk', '', 3).delete('a').delete('src').dir('branches').dir('tags');
      rev(dump).change('trunk/a', '3\n');
    },
    refs: ['refs/heads/main'],
    main: ['R5', 'R4', 'R3', 'R2', 'R1'],
  },
  {
    name: 'a root that was put in order',
    write(dump) {
      rev(dump).file('a', '1\n').dir('src').file('src/b', 'b\n');
      rev(dump).change('a', '2\n');
      rev(dump).change('src/b', 'bb\n');
      rev(dump).file('c', 'c\n');
      rev(dump).dir('trunk').dir('branches').dir('tags');
      rev(dump).copyFile('trunk/a', 'a', 5).delete('a').copyDir('trunk/src', 'src', 5).delete('src');
      rev(dump).change('c', 'cc\n');
      rev(dump).copyFile('trunk/c', 'c', 7).delete('c');
      rev(dump).change('trunk/a', '3\n');
    },
    refs: ['refs/heads/main'],
    // What moved in R6 is gone from the root in the same revision.
    main: ['R9', 'R8', 'R7', 'R6', 'R6', 'R5', 'R4', 'R3', 'R2', 'R1'],
  },
  {
    name: 'a project that moved down',
    write(dump) {
      rev(dump).dir('trunk').dir('branches').dir('tags').file('trunk/a', '1\n');
      rev(dump).change('trunk/a', '2\n');
      rev(dump).copyDir('branches/x', 'trunk', 2);
      rev(dump)
        .dir('proj')
        .copyDir('proj/trunk', 'trunk', 3)
        .delete('trunk')
        .copyDir('proj/branches', 'branches', 3)
        .delete('branches')
        .copyDir('proj/tags', 'tags', 3)
        .delete('tags');
      rev(dump).change('proj/trunk/a', '3\n');
      rev(dump).change('proj/branches/x/a', 'x\n');
    },
    refs: ['refs/heads/main', 'refs/heads/x'],
    main: ['R5', 'R4', 'R2', 'R1'],
  },
  {
    name: 'branches of a team, tags of a year',
    write(dump) {
      rev(dump).dir('trunk').dir('branches').dir('tags').file('trunk/a', '1\n');
      rev(dump).dir('branches/team').copyDir('branches/team/x', 'trunk', 1);
      rev(dump).change('branches/team/x/a', 'x\n');
      rev(dump).dir('tags/2008').copyDir('tags/2008/v1', 'trunk', 3);
      rev(dump).copyDir('branches/y', 'trunk', 4);
    },
    refs: ['refs/heads/main', 'refs/heads/team/x', 'refs/heads/y', 'refs/tags/2008/v1'],
    main: ['R1'],
  },
  {
    name: 'branches that moved into a project',
    write(dump) {
      rev(dump).dir('trunk').dir('branches').dir('tags').dir('proj').file('trunk/a', '1\n');
      rev(dump).copyDir('branches/x', 'trunk', 1);
      rev(dump).change('branches/x/a', 'x\n');
      rev(dump).copyDir('proj/branches', 'branches', 3).delete('branches');
      rev(dump).change('proj/branches/x/a', 'xx\n');
      rev(dump).change('trunk/a', '2\n');
    },
    refs: ['refs/heads/main', 'refs/heads/x'],
    main: ['R6', 'R1'],
  },
  {
    name: 'folders and files beside trunk',
    write(dump) {
      rev(dump).dir('trunk').dir('branches').dir('tags').file('trunk/a', '1\n').file('README', 'r\n');
      rev(dump).dir('www').dir('www/img').file('www/img/x', 'x\n');
      rev(dump).change('README', 'rr\n');
      rev(dump).file('branches/NOTES', 'n\n');
    },
    refs: ['refs/heads/main', 'refs/heads/root', 'refs/heads/www'],
    main: ['R1'],
  },
  {
    name: 'files beside the only project',
    write(dump) {
      rev(dump).dir('proj').dir('proj/trunk').dir('proj/branches').file('proj/trunk/a', '1\n');
      rev(dump).copyDir('proj/branches/x', 'proj/trunk', 1);
      rev(dump).file('README', 'r\n');
      rev(dump).change('README', 'rr\n');
    },
    refs: ['refs/heads/main', 'refs/heads/root', 'refs/heads/x'],
    main: ['R1'],
  },
  {
    name: 'trunk that became a branch',
    write(dump) {
      rev(dump).dir('trunk').dir('branches').file('trunk/a', '1\n');
      rev(dump).copyDir('branches/abc', 'trunk', 1);
      rev(dump).copyDir('branches/zzz', 'trunk', 2).delete('trunk');
      rev(dump).change('branches/zzz/a', '2\n');
    },
    refs: ['refs/heads/abc', 'refs/heads/main'],
    main: ['R4', 'R3', 'R1'],
  },
];

/** A fork of one project by another; imported is the second. */
export const FORK: MovedHistory = {
  name: 'a fork from another project',
  write(dump) {
    rev(dump).dir('one').dir('one/trunk').dir('one/branches').file('one/trunk/a', '1\n');
    rev(dump).change('one/trunk/a', '2\n');
    rev(dump).file('one/trunk/b', 'b\n');
    rev(dump).dir('two').dir('two/branches').dir('two/tags').copyDir('two/trunk', 'one/trunk', 3);
    rev(dump).change('one/trunk/a', 'not ours\n');
    rev(dump).change('two/trunk/a', '3\n');
  },
  refs: ['refs/heads/main'],
  main: ['R6', 'R4', 'R3', 'R2', 'R1'],
};

/** The folder that holds projects was renamed; imported is one of them. */
export const RENAMED_AROUND: MovedHistory = {
  name: 'a project in a folder that was renamed',
  write(dump) {
    rev(dump).dir('old').dir('old/p').dir('old/p/trunk').dir('old/p/branches').file('old/p/trunk/a', '1\n');
    rev(dump).copyDir('old/p/branches/x', 'old/p/trunk', 1);
    rev(dump).copyDir('new', 'old', 2).delete('old');
    rev(dump).change('new/p/trunk/a', '2\n');
    rev(dump).change('new/p/branches/x/a', 'x\n');
  },
  refs: ['refs/heads/main', 'refs/heads/x'],
  main: ['R4', 'R3', 'R1'],
};
