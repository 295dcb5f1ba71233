import { TextInput } from '@mantine/core';
import { SEARCH_MAX } from '@spareswipe/contract';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';

const PAUSE_MS = 300;

interface Props {
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when the typing pauses, or at once on Enter. What is being typed wins over what the address says. */
export function SearchField({ value, onSearch }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const searchDraft = useEffectEvent(() => draft !== null && onSearch(draft));

  // the address has caught up
  if (draft === value) setDraft(null);

  useEffect(() => {
    const timer = setTimeout(searchDraft, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft !== null) onSearch(draft);
      }}
    >
      <TextInput
        type="search"
        name="search"
        label="Search"
        placeholder="Food, place or details"
        autoComplete="off"
        dir="auto"
        enterKeyHint="search"
        maxLength={SEARCH_MAX}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={draft ?? value}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </form>
  );
}
