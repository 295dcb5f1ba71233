import { invalid } from './failure.js';
import type { Raw } from './form.js';

/** The type of a parameter; a list means one of these words. */
type Shape =
  'text' | 'integer' | 'flag' | 'texts' | 'metadata' | readonly string[] | { [name: string]: Shape | undefined };

const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

/** The type of each parameter of a call that ours sends. One that the `stripe` package does not list does not compile. */
export type ShapeOf<T> = { [K in keyof T]?: Shape };

/** Decodes parameters; throws Stripe's 400 for an unknown or malformed one. */
export function read<T>(shape: ShapeOf<T>, form: { [name: string]: Raw }): T {
  return hash(shape, form, '') as T;
}

function hash(shape: { [name: string]: Shape | undefined }, form: { [name: string]: Raw }, path: string): object {
  const entries = Object.entries(form).map(([name, raw]) => {
    const param = path ? `${path}[${name}]` : name;
    const wanted = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (wanted === undefined) throw invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
    return [name, value(wanted, raw, param)];
  });
  return Object.fromEntries(entries) as object;
}

function value(shape: Shape, raw: Raw, param: string): unknown {
  if (shape === 'metadata') return typeof raw === 'object' ? metadata(raw, param) : {};
  if (shape === 'texts') return Object.values(typeof raw === 'object' ? leaves(raw, param) : { raw });
  if (isChoice(shape)) return choice(shape, raw, param);
  if (typeof shape === 'object') {
    if (typeof raw === 'object') return hash(shape, raw, param);
    throw invalid('Invalid object', undefined, param);
  }
  if (typeof raw === 'object') throw invalid(`Invalid string: ${JSON.stringify(raw)}`, undefined, param);
  if (shape === 'integer') return integer(raw, param);
  if (shape === 'flag') return flag(raw, param);
  return raw;
}

const isChoice = (shape: Shape): shape is readonly string[] => Array.isArray(shape);

function choice(words: readonly string[], raw: Raw, param: string): string {
  if (typeof raw === 'string' && words.includes(raw)) return raw;
  throw invalid(`Invalid ${param}: must be one of ${words.join(', ')}`, undefined, param);
}

function metadata(raw: { [name: string]: Raw }, param: string): Record<string, string> {
  const entries = leaves(raw, param);
  if (Object.keys(entries).length > METADATA.keys) throw invalid('Metadata can have 50 keys', undefined, param);
  for (const [key, text] of Object.entries(entries))
    if (key.length > METADATA.keyLength || text.length > METADATA.valueLength)
      throw invalid('Metadata keys have at most 40 characters, values 500', undefined, `${param}[${key}]`);
  return entries;
}

function integer(raw: string, param: string): number {
  if (!/^-?\d{1,15}$/.test(raw)) throw invalid(`Invalid integer: ${raw}`, 'parameter_invalid_integer', param);
  return Number(raw);
}

function flag(raw: string, param: string): boolean {
  if (raw !== 'true' && raw !== 'false') throw invalid(`Invalid boolean: ${raw}`, undefined, param);
  return raw === 'true';
}

function leaves(raw: { [name: string]: Raw }, param: string): Record<string, string> {
  for (const [name, leaf] of Object.entries(raw))
    if (typeof leaf !== 'string') throw invalid('Invalid string', undefined, `${param}[${name}]`);
  return raw as Record<string, string>;
}
