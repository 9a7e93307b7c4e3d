/** What Team Foundation servers answer. */
import type { Sentence } from '../../../language/sentence.ts';
import { asksToWait, entry, type InnerFailure, itSays } from '../entry.ts';

export const tfvc = {
  'tfvc.project_not_found_change': entry(
    'not_found',
    (p: { project: string; url: string }, work) =>
      `There is no project ${p.project} with Team Foundation version control at ${p.url}, or it may not be seen with this token. Name another project, or ${work.again} without one to choose.`,
  ),
  'tfvc.led_elsewhere': entry(
    'unreachable',
    (p: { url: string; target: string }) =>
      `${p.url} leads to another server, ${p.target}, which does not get the token. Import from that address if you trust it.`,
  ),
  'tfvc.no_answer_of_the_api': entry(
    'broken_source',
    (p: { url: string; what: Sentence }, work) =>
      `${p.url} sent what no Team Foundation server sends: ${work.say(p.what)}. Check the address; if it is right, ${work.again}.`,
  ),
  'tfvc.unknown': entry(
    'not_found',
    (p: { url: string; said: string }) =>
      `${p.url} does not know what was asked for.${itSays(p.said)} Check the address and the project.`,
  ),
  'tfvc.went_on_refusing': entry(
    'unreachable',
    (p: { url: string; status: number; said: string; wait?: number }, work) =>
      `The server of ${p.url} refused to answer (HTTP ${p.status}).${itSays(p.said)}${asksToWait(p.wait)} ${work.Again} later.`,
  ),
  'tfvc.refused': entry(
    'broken_source',
    (p: { url: string; status: number; said: string }, work) =>
      `The server of ${p.url} refused a request (HTTP ${p.status}).${itSays(p.said)} ${work.Again}.`,
  ),
  'tfvc.broke_again': entry('unreachable', (p: { url: string; what: Sentence; failure: InnerFailure | null }, work) =>
    // What ends a try says itself what to do.
    p.failure === null
      ? `The connection to ${p.url} broke: ${work.say(p.what)}. ${work.Again}.`
      : `${p.url} was asked in vain. ${work.sentenceOf(p.failure)}`,
  ),
  'tfvc.project_without_versions': entry(
    'not_found',
    (p: { project: string; collection: string }) =>
      `The project ${p.project} at ${p.collection} keeps nothing in Team Foundation version control, or may not be seen with this token. Check the address; a Git repository of the project has an address with "_git" in it.`,
  ),
  'tfvc.no_server': entry(
    'not_found',
    (p: { address: string }) =>
      `No Team Foundation server answers at ${p.address}. Give the address of a collection, such as https://dev.azure.com/organisation or https://server/tfs/DefaultCollection.`,
  ),
  'tfvc.choose_project': entry(
    'not_found',
    (p: { collection: string; projects: number }) =>
      `${p.collection} holds ${p.projects} projects with Team Foundation version control. Choose one of them.`,
  ),
  'tfvc.other_project': entry(
    'broken_source',
    (p: { collection: string }) =>
      `${p.collection} now has another project of that name than the one that was being imported. Cancel this import and start a new one.`,
  ),
  'tfvc.odd_path': entry(
    'broken_source',
    () =>
      'The server names a path that cannot be: one of its parts is empty, a dot, or two dots. Nothing was written for it; ask the server’s administrator to look at the project.',
  ),
  'tfvc.content_wrong': entry(
    'broken_source',
    (p: { path: string; version: number; tries: number; what: Sentence }, work) =>
      `The content of ${p.path} at changeset ${p.version} came wrong ${p.tries} times: ${work.say(p.what)}. ${work.Again}; if it stays so, have the server's administrator look at this file.`,
  ),
  'tfvc.content_without_end': entry(
    'broken_source',
    (p: { path: string; version: number; size: number }, work) =>
      `The content of ${p.path} at changeset ${p.version} did not end: ${p.size} MB came, the server does not say how many there are, and the disk has no room for as much again. If the file is so large, free some space and ${work.again}; if not, have the server's administrator look at it.`,
  ),
  'tfvc.no_projects': entry(
    'not_found',
    (p: { collection: string }) =>
      `No project at ${p.collection} uses Team Foundation version control, or none may be seen with this token. Check the address and the token.`,
  ),
  'tfvc.project_not_found': entry(
    'not_found',
    (p: { project: string; collection: string }) =>
      `There is no project ${p.project} with Team Foundation version control at ${p.collection}, or it may not be seen with this token. Check its name and the token.`,
  ),
  'tfvc.no_address': entry(
    'not_found',
    (p: { url: string }) =>
      `${p.url} is no address of a Team Foundation server. Use one such as https://dev.azure.com/organisation or https://server/tfs/DefaultCollection.`,
  ),
  'tfvc.token_lacks_scope': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `The token may not read version control at ${p.url}.${itSays(p.said)} Give one with the scope "Code (read)", of somebody who may read the project.`,
  ),
  'tfvc.account_may_not_read': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `The Windows account may not read version control at ${p.url}.${itSays(p.said)} Sign in with one that may read the project.`,
  ),
  'tfvc.token_needed': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `${p.url} needs a personal access token with the scope "Code (read)". Enter one in place of a password to go on; at a server of one's own a Windows account may do as well.`,
  ),
  'tfvc.windows_needed': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `${p.url} asks for a Windows account. Enter its name as DOMAIN\\name, and its password, to go on.`,
  ),
  'tfvc.only_windows': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `${p.url} takes Windows accounts only, no tokens: Team Foundation Server 2015 and earlier know none.${itSays(p.said)} Sign in with a Windows account: its name as DOMAIN\\name, and its password.`,
  ),
  'tfvc.windows_refused': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `${p.url} refused the Windows account.${itSays(p.said)} Check its name, written as DOMAIN\\name, and its password.`,
  ),
  'tfvc.login_refused': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `What was entered was refused by ${p.url}, both as a token and as a Windows account.${itSays(p.said)} A token may be wrong, have expired, or lack the scope "Code (read)"; a Windows account is written as DOMAIN\\name, with its password.`,
  ),
  'tfvc.token_refused': entry(
    'auth',
    (p: { url: string; said: string }) =>
      `The token was refused by ${p.url}.${itSays(p.said)} It is wrong, has expired, or lacks the scope "Code (read)": servers answer all three alike. Make a new one with that scope and enter it as the password.`,
  ),
};
