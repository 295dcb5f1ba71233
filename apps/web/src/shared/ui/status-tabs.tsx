import { Tabs } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
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

/** Filter tabs with counts over the list they filter; arrow keys, Home and End move between them. */
export function StatusTabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);

  // scrollIntoView would scroll the page, too, where the strip is below its fold
  function showChosen() {
    const strip = list.current;
    const chosen = strip?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!strip || !chosen) return;
    const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(strip);
    const { offsetLeft, offsetWidth } = chosen;
    const hiddenOnRight = offsetLeft + offsetWidth + parseFloat(scrollPaddingRight) - strip.clientWidth;
    strip.scrollLeft = Math.min(Math.max(strip.scrollLeft, hiddenOnRight), offsetLeft - parseFloat(scrollPaddingLeft));
  }
  // a tab that the address names may be beyond the edge of the strip, the more so once the counts are there, or once a
  // phone is turned upright
  const isCounted = tabs.every(({ count }) => count !== undefined);
  useEffect(showChosen, [value, isCounted]);
  useWindowEvent('resize', showChosen);

  // Mantine's Home and End only move the focus
  function chooseFirstOrLast({ key }: KeyboardEvent) {
    const tab = { Home: tabs[0], End: tabs.at(-1) }[key];
    if (tab) onChange(tab.value);
  }

  return (
    <Tabs value={value} onChange={(next) => onChange(next as Value)} keepMounted={false}>
      <Tabs.List aria-label={label} className={classes.list} ref={list}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            onKeyDown={chooseFirstOrLast}
            classNames={{ tab: classes.tab, tabLabel: classes.label }}
          >
            {tab.label} <span className={classes.count}>{tab.count ?? '–'}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* one panel for all tabs, so that its content stays while the next tab's loads */}
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  );
}
