import { apiRooms, everyTable, foreignReads, groundFloor, packages, tables, webLayers } from './rooms.js';

/** The parts of ARCHITECTURE.md that are made from rooms.js: name of the part → Markdown. */
const parts = {
  packages: drawPackages(),
  web: drawWeb(),
  rooms: drawRooms(),
  tables: listRooms(),
  reads: listReads(),
};

/** The document with these parts renewed. */
export function withDiagrams(document) {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const place = new RegExp(`(<!-- ${name}: [^]*?-->\n)[^]*?(<!-- /${name} -->)`);
    if (!place.test(text)) throw new Error(`ARCHITECTURE.md has no place for its part "${name}"`);
    return text.replace(place, (_, start, end) => `${start}\n${part}\n\n${end}`);
  }, document);
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function mermaid(lines) {
  return ['```mermaid', 'flowchart TD', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

function drawPackages() {
  const short = (places) => places.map((place) => `\`${place.split('/').at(-1)}\``).join(', ');
  const rows = Object.entries(packages).map(([place, { about, uses, testsUse = [] }]) => [
    `\`${place}\``,
    about,
    [short(uses), testsUse.length && `${short(testsUse)} (tests)`].filter(Boolean).join('; '),
  ]);
  return table(['package', 'holds', 'imports'], rows);
}

function drawWeb() {
  return mermaid([[...webLayers, 'contract'].join(' --> ')]);
}

/** Without the arrows that follow from others. */
function drawRooms() {
  const reached = (room) => new Set(apiRooms[room].uses.flatMap((used) => [used, ...reached(used)]));
  const direct = (room) => {
    const { uses } = apiRooms[room];
    return uses.filter((used) => !uses.some((other) => other !== used && reached(other).has(used)));
  };
  const floors = Object.keys(groundFloor);
  return mermaid([
    ...Object.keys(apiRooms).map((room) => [room, direct(room).join(' & ')].filter(Boolean).join(' --> ')),
    'subgraph ground [every room may use these]',
    `  ${floors.join(' --> ')}`,
    'end',
  ]);
}

function listRooms() {
  const rooms = {
    ...Object.fromEntries(Object.entries(apiRooms).map(([room, { about }]) => [room, about])),
    ...groundFloor,
  };
  const rows = Object.entries(rooms).map(([room, about]) => [
    `\`${room}\``,
    about,
    everyTable[room] ?? code(Object.keys(tables).filter((name) => tables[name] === room)),
  ]);
  return table(['room', 'holds', 'its tables'], rows);
}

function listReads() {
  const line = (reads) => Object.entries(reads).map(([room, names]) => `\`${room}\`: ${names.join(', ')}`);
  return foreignReads
    .map(({ why, reads }) => [`- ${why}`, ...line(reads).map((read) => `  - ${read}`)].join('\n'))
    .join('\n');
}

function code(names) {
  return names.map((name) => `\`${name}\``).join(', ');
}
