/**
 * Holds the code to `floors.json`: no import against the floors, no circle between rooms, none between files, by value or by
 * type; and docs/architecture.md shows these floors (`--draw` writes them there).
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const house = process.env.GANTRY_HOUSE ?? fileURLToPath(new URL('../../', import.meta.url));
const plan = JSON.parse(readFileSync(new URL('./floors.json', import.meta.url), 'utf8'));
const floorOf = new Map(plan.floors.flatMap((rooms, floor) => Object.keys(rooms).map((room) => [room, floor])));
const areas = ['service', 'client', 'language', 'main', 'preload', 'renderer', 'e2e', 'bench', 'faults', 'scripts'];
const isTest = (path) => /\.test\.tsx?$|\.spec\.ts$|(^|\/)(testing|conformance|test-data|hostile-sources)\//.test(path);

const all = areas.flatMap((area) =>
  readdirSync(join(house, area), { recursive: true, encoding: 'utf8' })
    .map((name) => join(area, name))
    .filter((path) => /\.(tsx?|mts|mjs)$/.test(path) && statSync(join(house, path)).isFile()),
);
const files = all.filter((path) => !isTest(path));

/** The files of the house that a file imports, by value and by type. */
function importsOf(path) {
  const text = readFileSync(join(house, path), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\(\s*['`](\.[^'`]+)['`]/gms,
  );
  return [...found].map((match) => normalize(join(dirname(path), match[1] ?? match[2] ?? match[3])));
}

/** The room of a file: the longest name in the plan that it lies under. */
function roomOf(path) {
  for (let at = path; at !== '.'; at = dirname(at)) if (floorOf.has(at)) return at;
  return null;
}

/** Groups of two and more that reach each other (Tarjan). */
function circles(nodes, next) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const other of next(node)) {
      if (!index.has(other)) visit(other);
      if (stack.includes(other)) low.set(node, Math.min(low.get(node), low.get(other)));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return found;
}

const faults = [];
const arrows = new Map(files.map((path) => [path, importsOf(path)]));
const between = new Map();
for (const [from, targets] of arrows) {
  const room = roomOf(from);
  if (room === null) faults.push(`${from} lies in no room of scripts/lint/floors.json.`);
  for (const to of targets) {
    if (isTest(to) && !/^(bench|e2e|faults)\//.test(from)) faults.push(`${from} imports ${to}, which is for tests.`);
    const other = roomOf(to);
    if (room === null || other === null || room === other) continue;
    between.set(room, (between.get(room) ?? new Set()).add(other));
    if (floorOf.get(other) >= floorOf.get(room)) {
      faults.push(`${from} imports ${to}: ${other} is not on a floor below ${room} (scripts/lint/floors.json).`);
    }
  }
}
const within = (path, folder) => path.startsWith(`${folder}/`);
for (const group of plan.apart) {
  for (const [from, targets] of arrows) {
    const own = group.find((folder) => within(from, folder));
    if (own === undefined) continue;
    for (const to of targets) {
      const other = group.find((folder) => within(to, folder));
      if (other !== undefined && other !== own)
        faults.push(`${from} imports ${to}: ${own} and ${other} are kept apart.`);
    }
  }
}
for (const group of circles([...between.keys()], (room) => between.get(room) ?? [])) {
  faults.push(`a circle of rooms: ${group.join(', ')}.`);
}
// Fixtures of tests too: who mends one has to read it.
const known = new Set(all);
const arrowsOf = (path) => arrows.get(path) ?? importsOf(path);
for (const group of circles(all, (path) => arrowsOf(path).filter((to) => known.has(to)))) {
  faults.push(`a circle of files: ${group.join(', ')}.`);
}

const page = join(house, 'docs/architecture.md');
const [begin, end] = ['<!-- floors: drawn from scripts/lint/floors.json -->', '<!-- /floors -->'];
const drawing = [
  '| Floor | Rooms |',
  '|---|---|',
  ...plan.floors
    .map((rooms, floor) => {
      const texts = Object.entries(rooms).map(([room, what]) => `\`${room}\` ${what}`);
      return `| ${floor} | ${texts.join('<br>')} |`;
    })
    .reverse(),
].join('\n');
const text = readFileSync(page, 'utf8');
const shown = text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
if (!text.includes(begin) || !text.includes(end)) faults.push(`${relative(house, page)} has no place for the floors.`);
else if (process.argv.includes('--draw')) {
  const [before] = text.split(begin);
  writeFileSync(page, `${before}${begin}\n${drawing}\n${end}${text.slice(text.indexOf(end) + end.length)}`);
} else if (shown !== drawing)
  faults.push('docs/architecture.md shows other floors. Draw them: node scripts/lint/rooms.mjs --draw');

for (const fault of faults) console.log(`rooms: ${fault}`);
const rooms = new Set(files.map(roomOf)).size;
const count = [...arrows.values()].flat().length;
console.log(`rooms: ${rooms} rooms, ${files.length} files, ${count} imports, ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
