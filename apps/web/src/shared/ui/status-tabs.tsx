import { UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './status-tabs.module.css';

interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Unknown while the list loads. */
  count: number | undefined;
}

interface Props<Value extends string> {
  /** What the tabs sort, for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_index, last) => last,
};

/** Filter tabs with counts over the list they filter; arrow keys move between them. */
export function StatusTabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function showChosen() {
    const chosen = list.current?.querySelector('[aria-selected=true]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  // a tab that the address names may be beyond the edge of the strip, the more so once the counts are there, or once a
  // phone is turned upright
  const isCounted = tabs.every(({ count }) => count !== undefined);
  useEffect(showChosen, [value, isCounted]);
  useWindowEvent('resize', showChosen);

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const index = step(
      tabs.findIndex((tab) => tab.value === value),
      tabs.length - 1,
    );
    const next = tabs[index];
    if (next) onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={classes.list} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <UnstyledButton
            key={tab.value}
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label} <span className={classes.count}>{tab.count ?? '–'}</span>
          </UnstyledButton>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
