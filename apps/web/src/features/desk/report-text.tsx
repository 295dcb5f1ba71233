import { Anchor, Text, Title } from '@mantine/core';
import type { DeskMeal, DeskReport, MealTime } from '@spareswipe/contract/desk';
import { Link } from 'react-router';
import { showDate, showDeadline } from '../../shared/dates';
import classes from './desk.module.css';

const KINDS: Record<DeskReport['kind'], string> = {
  safety: 'felt unsafe',
  money: 'was asked for money',
  text: 'offensive words',
  fake: 'not a real request',
  other: 'something else',
  comment: 'a comment',
};

export const StudentLink = ({ _id, name }: { _id: string; name: string }) => (
  <Anchor inherit component={Link} to={`/desk/students/${_id}`}>
    <bdi>{name}</bdi>
  </Anchor>
);

export const RequestLink = ({ requestId, mealDescription }: { requestId: string; mealDescription: string }) => (
  <Anchor inherit component={Link} to={`/desk/requests?id=${requestId}`}>
    <bdi>{mealDescription}</bdi>
  </Anchor>
);

/** When a meal is due, by the clock of its campus: the operator reads the same day and time as the students. */
export const dueOf = ({ deadline, clock }: MealTime) => showDeadline({ deadline, campus: { clock } }, new Date());

/** Which meal something is about, where and when it was due: that often decides. */
export const MealLine = ({ meal }: { meal: DeskMeal }) => (
  <>
    <RequestLink {...meal} />, <bdi>{meal.location}</bdi>, {dueOf(meal)}
  </>
);

/** The words of a student or an operator. */
export const Quote = ({ children }: { children: string }) => (
  <blockquote className={classes.quote} dir="auto">
    {children}
  </blockquote>
);

/** What a student reported: whom, about which meal, and their words. With `titleId` it has a heading of that id. */
export function ReportText({ report, titleId }: { report: DeskReport; titleId?: string }) {
  const { kind, text, comment, reporter, reported, createdAt, answer, answeredBy } = report;
  const title = (
    <>
      <StudentLink {...reporter} /> reports <StudentLink {...reported} />: {KINDS[kind]}
    </>
  );
  return (
    <div>
      {titleId ? (
        <Title id={titleId} order={2} size="h4">
          {title}
        </Title>
      ) : (
        <Text>{title}</Text>
      )}
      <Text size="sm" c="dimmed">
        <MealLine meal={report} /> · reported {showDate(createdAt, new Date())}
      </Text>
      <Quote>{text}</Quote>
      {comment && (
        <>
          <Text size="sm">The comment:</Text>
          <Quote>{comment}</Quote>
        </>
      )}
      {answer && (
        <>
          <Text size="sm">The answer by {answeredBy}:</Text>
          <Quote>{answer}</Quote>
        </>
      )}
    </div>
  );
}
