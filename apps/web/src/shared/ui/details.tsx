import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './details.module.css';

interface Props {
  text: string;
  /** The element that names the meal. */
  describedBy: string;
}

/** The details of a meal on one line; "More" shows the rest if there is any. */
export function Details({ text, describedBy }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const element = words.current;
    if (!element || isOpen) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);
  return (
    <div className={classes.details}>
      <Text ref={words} className={classes.text} data-open={isOpen || undefined} dir="auto">
        {text}
      </Text>
      {isCut && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          aria-describedby={describedBy}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </UnstyledButton>
      )}
    </div>
  );
}
