/** One survey in an engine of its own: `node engine-survey.ts <data folder> <address> <vcs>`. Prints one JSON line. */
import { openOwnEngine } from './own-engine.ts';

const [, , dataFolder, address, vcs] = process.argv;
if (dataFolder === undefined || address === undefined || vcs === undefined)
  throw new Error('three arguments are needed');

const { service, api } = await openOwnEngine(dataFolder);
const start = performance.now();
const survey = await api('POST /import_surveys', { body: { vcs_url: address, vcs } });
const seconds = (performance.now() - start) / 1000;
await service.close();
console.log(JSON.stringify({ seconds, revisions: survey.revisions, unknown: survey.unknown }));
