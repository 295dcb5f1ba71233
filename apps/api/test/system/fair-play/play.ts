import type { ServicesOnDatabase } from '../model/campus.js';
import { gainOf } from './gain.js';
import { Group } from './group.js';
import type { Move } from './moves.js';

const [PEOPLE_AT_FIRST, HONEST, SILENT, CREDITS_OF_OUTSIDERS] = [2, 2, 1, 3];

/** Lets a group try these moves. Throws, with what it did, as soon as it has gained something. */
export async function play(services: ServicesOnDatabase, moves: Move[]): Promise<void> {
  const group = new Group(services);
  await group.letIn(SILENT, CREDITS_OF_OUTSIDERS, { isSilent: true });
  await group.letIn(HONEST, CREDITS_OF_OUTSIDERS, { isSilent: false });
  for (let person = 0; person < PEOPLE_AT_FIRST; person++) await group.register(person);
  await gainOf(group);
  for (const move of moves) {
    const before = group.story.length;
    await move(group);
    if (group.story.length === before) continue;
    const gain = await gainOf(group);
    if (gain > 0) throw new Error(`${gain} credits more than the group came by honestly:\n${group.story.join('\n')}`);
  }
}
