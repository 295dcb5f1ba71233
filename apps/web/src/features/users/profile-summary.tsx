import { Badge, Paper, Text } from '@mantine/core';
import { plural, type Reputation, type User } from '@spareswipe/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { ProperName } from '../../shared/ui/campus';
import { Email } from '../../shared/ui/email';
import { Figure } from '../../shared/ui/figure';
import { Standing } from '../../shared/ui/person';
import classes from './users.module.css';

interface Props {
  student: User;
  campusName?: string;
  /** As others see it; absent while too few ratings count. */
  reputation?: Reputation;
}

/** First letters of up to the first two words of a name. */
export const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => (Array.from(word)[0] ?? '').toUpperCase())
    .join('');

/** Who this is, and how many meals they have left. */
export function ProfileSummary({ student, campusName, reputation }: Props) {
  const { name, email, institution, credits, verified } = student;
  return (
    <Paper component="section" withBorder p="lg" shadow="xs" className={classes.summary} aria-label="About you">
      <div className={classes.avatar} aria-hidden>
        {initials(name)}
      </div>
      <div className={classes.who}>
        <Text fw={600} size="lg">
          <bdi>{name}</bdi>
        </Text>
        <Text>
          <Email address={email} />
        </Text>
        <Text c="dimmed">
          <span>{institution}</span>
          <ProperName institution={institution} name={campusName} />
        </Text>
        {reputation && (
          <p>
            <Standing {...reputation} />
          </p>
        )}
      </div>
      <p className={classes.balance}>
        <Figure display="block">{credits}</Figure> {plural(credits, 'meal')} left
      </p>
      {verified && (
        <Badge color="green" leftSection={<IconCircleCheck size={16} aria-hidden />}>
          Email Verified
        </Badge>
      )}
    </Paper>
  );
}
