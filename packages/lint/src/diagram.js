import { apiRooms, apiWings, everyTable, packages, tables } from './rooms.js';

/** The parts of ARCHITECTURE.md that are made from rooms.js: name of the part → Markdown. */
const parts = {
  packages: drawPackages(),
  wings: drawWings(),
  rooms: listRooms(),
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

function drawPackages() {
  const short = (places) => places.map((place) => `\`${place.split('/').at(-1)}\``).join(', ');
  const rows = Object.entries(packages).map(([place, { about, uses, testsUse = [] }]) => [
    `\`${place}\``,
    about,
    [short(uses), testsUse.length && `${short(testsUse)} (tests)`].filter(Boolean).join('; '),
  ]);
  return table(['package', 'holds', 'imports'], rows);
}

function drawWings() {
  return ['```mermaid', 'flowchart TD', `  ${Object.keys(apiWings).join(' --> ')}`, '```'].join('\n');
}

function listRooms() {
  const rows = Object.entries(apiRooms).map(([room, about]) => [
    `\`${room}\``,
    about,
    everyTable[room] ?? code(Object.keys(tables).filter((name) => tables[name] === room)),
  ]);
  return table(['room', 'holds', 'its tables'], rows);
}

function code(names) {
  return names.map((name) => `\`${name}\``).join(', ');
}
