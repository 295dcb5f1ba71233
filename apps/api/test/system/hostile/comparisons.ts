export interface Comparison {
  text: string;
  /** The source with the comparison always true. */
  withoutIt: string;
  /** The source with it always false, where it alone decides an `IF`, which may lead to a refusal. */
  neverTrue?: string;
}

/** Left side and operator of a comparison that stands where a condition may. */
const COMPARISON =
  /(?<=\b(?:AND|OR|NOT|WHERE|ON|IF|WHEN|THEN|ELSE) |:= |\()(?:[\w."]+(?:\([^()]*\))?|\([\w., ]+\)|'\w+') (?:=|<>|>=|<=|>|<|NOT IN|IN|IS NOT NULL|IS NULL|IS NOT DISTINCT FROM|IS DISTINCT FROM)(?= |\n|\))/g;

/** Every comparison in a condition of this SQL. */
export function comparisonsIn(source: string): Comparison[] {
  return [...source.matchAll(COMPARISON)].map(({ index, 0: left }) => {
    const end = left.endsWith('NULL') ? index + left.length : endOfExpression(source, index + left.length);
    const comparison = source.slice(index, end);
    const [before, after] = [source.slice(0, index), source.slice(end)];
    const decidesAlone = before.endsWith('IF ') && after.startsWith(' THEN');
    return {
      text: comparison.replaceAll(/\s+/g, ' '),
      // its parameters stay
      withoutIt: `${before}(true OR ${comparison})${after}`,
      ...(decidesAlone && { neverTrue: `${before}(false AND ${comparison})${after}` }),
    };
  });
}

/** Where the expression that starts at `start` ends: at the next AND, OR, THEN … on its own level of brackets and CASEs. */
function endOfExpression(source: string, start: number): number {
  const token = /\b(?:AND|OR|THEN|ELSE|WHEN|END|CASE|GROUP|ORDER|FOR|LEFT|JOIN|WHERE)\b|[();,]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    if (['(', 'CASE'].includes(match[0])) depth++;
    else if (depth && [')', 'END'].includes(match[0])) depth--;
    else if (!depth) return start + source.slice(start, match.index).trimEnd().length;
  }
  return source.length;
}
