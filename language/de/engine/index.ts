/** What the engine says in sentences of its own, beside failures: progress, logs, reports, what it refuses, and why it does not start. */
import archives from './archives.json' with { type: 'json' };
import facts from './facts.json' with { type: 'json' };
import findings from './findings.json' with { type: 'json' };
import log from './log.json' with { type: 'json' };
import parts from './parts.json' with { type: 'json' };
import progress from './progress.json' with { type: 'json' };
import refusals from './refusals.json' with { type: 'json' };
import report from './report.json' with { type: 'json' };
import scopes from './scopes.json' with { type: 'json' };
import start from './start.json' with { type: 'json' };
import upkeep from './upkeep.json' with { type: 'json' };

/** German by the English text; `{name}` stands for what is put in, the same names on both sides. */
export const engine = {
  ...archives,
  ...facts,
  ...findings,
  ...log,
  ...parts,
  ...progress,
  ...refusals,
  ...report,
  ...scopes,
  ...start,
  ...upkeep,
};

/** A text of the engine, as it stands in the code. */
export type EngineText = keyof typeof engine;
