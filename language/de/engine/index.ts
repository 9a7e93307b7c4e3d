/** What the engine says in sentences of its own, beside failures: progress, logs, reports, what it refuses, and why it does not start. */
import archives from './archives.json' with { type: 'json' };
import inExamples from './examples.json' with { type: 'json' };
import findings from './findings.json' with { type: 'json' };
import log from './log.json' with { type: 'json' };
import progress from './progress.json' with { type: 'json' };
import refusals from './refusals.json' with { type: 'json' };
import report from './report.json' with { type: 'json' };
import scopes from './scopes.json' with { type: 'json' };
import start from './start.json' with { type: 'json' };
import upkeep from './upkeep.json' with { type: 'json' };

export const engine: Readonly<Record<string, string>> = {
  ...archives,
  ...findings,
  ...log,
  ...progress,
  ...refusals,
  ...report,
  ...scopes,
  ...start,
  ...upkeep,
};

/** Where examples of findings are more than names of somebody else; by nothing else may those be read. */
export const examples: Readonly<Record<string, string>> = inExamples;
