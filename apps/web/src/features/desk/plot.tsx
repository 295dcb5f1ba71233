import { Group, Table, Title } from '@mantine/core';
import type { Period } from '@spareswipe/contract/desk';
import { DeskTable } from './desk-parts';
import classes from './desk.module.css';

const SERIES = [
  ['posted', 'posted'],
  ['matched', 'matched'],
  ['noShows', 'no-shows'],
] as const;

/** Of a day without a time, in every zone the same. */
const showDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

interface Props {
  title: string;
  /** What the first column of the table holds, for example 'Day'. */
  unit: string;
  periods: Period[];
}

/** Bars of each day or week, and the same numbers as a table. */
export function Plot({ title, unit, periods }: Props) {
  const max = Math.max(1, ...periods.flatMap((period) => SERIES.map(([key]) => period[key])));
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      <ul className={classes.legend}>
        {SERIES.map(([key, label]) => (
          <li key={key}>
            <svg viewBox="0 0 1 1" aria-hidden>
              <rect width="1" height="1" className={classes[key]} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <svg className={classes.plot} viewBox={`0 0 ${periods.length * 4} 100`} preserveAspectRatio="none" aria-hidden>
        {periods.flatMap((period, index) =>
          SERIES.map(([key], place) => {
            const height = (period[key] / max) * 100;
            return (
              <rect
                key={`${period.from} ${key}`}
                x={index * 4 + place}
                y={100 - height}
                width="0.9"
                height={height}
                className={classes[key]}
              />
            );
          }),
        )}
      </svg>
      <Group justify="space-between" gap="xs" c="dimmed" fz="0.8125rem" aria-hidden>
        <span>{periods[0] && showDay(periods[0].from)}</span>
        <span>at most {max}</span>
        <span>{periods.length > 0 && showDay(periods.at(-1)!.from)}</span>
      </Group>
      <details>
        <summary>As a table</summary>
        <DeskTable label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{unit}</Table.Th>
              {SERIES.map(([key, label]) => (
                <Table.Th key={key}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {periods.map((period) => (
              <Table.Tr key={period.from}>
                <Table.Th scope="row">{showDay(period.from)}</Table.Th>
                {SERIES.map(([key]) => (
                  <Table.Td key={key}>{period[key]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </DeskTable>
      </details>
    </section>
  );
}
