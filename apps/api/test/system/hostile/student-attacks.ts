import { asReplica, attack, provided } from './attack.js';
import { matches, nothing, nothingElse, students } from './campus.js';

const rate = (side: string, rater: keyof typeof students, score: string, followedThrough: boolean) =>
  `INSERT INTO ratings (match_id, side, rater_id, score, followed_through)
   VALUES ('${matches.matched}', '${side}', '${students[rater]}', ${score}, ${followedThrough})`;
const strike = (id: string) =>
  `INSERT INTO strikes (id, student_id, accuser_id, match_id)
   VALUES ('${id}', '${students.bob}', '${students.alice}', '${matches.matched}')`;

const ratingsAndStrikes = [
  attack('a stranger does not rate', 'ratings_rater', rate('requester', 'carol', '5', true)),
  attack('nobody rates for the other side', 'ratings_rater', rate('fulfiller', 'alice', '5', true)),
  attack(
    'a stranger does not rate in a session that silences triggers',
    'ratings_rater',
    asReplica,
    rate('requester', 'carol', '5', true),
  ),
  attack(
    'a rating is of a match that exists, even without its trigger',
    'fk_ratings_match',
    'ALTER TABLE ratings DISABLE TRIGGER ratings_rater',
    rate('requester', 'alice', '5', true).replace(matches.matched, nothing),
  ),
  attack(
    'a rating is by a student who exists, even without its trigger',
    'fk_ratings_rater',
    'ALTER TABLE ratings DISABLE TRIGGER ratings_rater',
    rate('requester', 'alice', '5', true).replace(students.alice, nothing),
  ),
  attack(
    'a side rates once',
    'pk_ratings',
    rate('requester', 'alice', '5', true),
    rate('requester', 'alice', '4', true),
  ),
  attack('a side is one of two', 'ck_ratings_side', rate('witness', 'bob', '5', true)),
  attack('a score is at most 5', 'ck_ratings_score', rate('requester', 'alice', '6', true)),
  attack('a score is at least 1', 'ck_ratings_score', rate('requester', 'alice', '0', true)),
  attack(
    'there is no score for somebody who did not follow through',
    'ck_ratings_score_if_followed_through',
    rate('requester', 'alice', '3', false),
  ),
  attack(
    'there is a score for somebody who followed through',
    'ck_ratings_score_if_followed_through',
    rate('requester', 'alice', 'NULL', true),
  ),
  attack(
    'a comment is brief',
    'ck_ratings_comment',
    rate('requester', 'alice', '3', true),
    `UPDATE ratings SET comment = repeat('x', 301)`,
  ),
  attack('one match is one strike', 'uq_strikes_student_match', strike(nothing), strike(nothingElse)),
  attack('a strike is one row', 'pk_strikes', strike(nothing), strike(nothing).replace(students.bob, students.alice)),
  attack(
    'a strike is of a student who exists',
    'fk_strikes_student',
    strike(nothing).replace(students.bob, nothingElse),
  ),
  attack(
    'a strike names an accuser who exists',
    'fk_strikes_accuser',
    strike(nothing).replace(students.alice, nothingElse),
  ),
  attack('a strike is of a match that exists', 'fk_strikes_match', strike(nothing).replace(matches.matched, nothing)),
];

const studentRules = [
  attack('a student is not deleted', 'students_stay', `DELETE FROM students WHERE id = '${students.erin}'`),
  attack(
    'a student is not deleted in a session that silences triggers',
    'students_stay',
    asReplica,
    `DELETE FROM students WHERE id = '${students.erin}'`,
  ),
  attack(
    'a change of a profile is dated',
    'students_keep_updated_at',
    `UPDATE students SET name = 'Robert' WHERE name = 'bob'`,
    provided('students_keep_updated_at', `(SELECT updated_at > now() FROM students WHERE name = 'Robert')`),
  ),
  attack(
    'an address belongs to one student',
    'uq_students_email',
    `UPDATE students SET email = 'alice@state.edu' WHERE name = 'bob'`,
  ),
  attack(
    'an address is one in any spelling',
    'ck_students_email',
    `UPDATE students SET email = 'Alice@state.edu' WHERE name = 'bob'`,
  ),
  attack('a student has a name', 'ck_students_name', `UPDATE students SET name = '' WHERE name = 'bob'`),
  attack('a preference is a known one', 'ck_students_role_preference', `UPDATE students SET role_preference = 'none'`),
];

export const studentAttacks = [...ratingsAndStrikes, ...studentRules];
