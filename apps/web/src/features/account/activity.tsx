import type { Stats } from '@spareswipe/contract';
import { Section } from '../../shared/ui/section';
import classes from './account.module.css';

/** 'Your Activity': what the student did so far. */
export function Activity({ stats }: { stats: Stats }) {
  const figures = [
    { label: 'Requests Created', count: stats.requests.total },
    { label: 'Requests Fulfilled', count: stats.fulfillments.total },
    { label: 'Completed Exchanges', count: stats.totalCompleted },
    { label: 'Active Requests', count: stats.requests.active },
  ];
  return (
    <Section title="Your Activity">
      <dl className={classes.figures}>
        {figures.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
