import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';

interface Props {
  isOn: boolean;
  onShown?: () => void;
  children: ReactNode;
}

/** Scrolls to its place in a list, and focuses it, when the address names it. */
export function Spotlight({ isOn, onShown, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    const place = content.current?.closest<HTMLElement>('[tabindex="-1"]');
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
    onShown?.();
  });
  useEffect(() => {
    if (!isOn) return;
    // after the screen's heading, which takes the focus on arrival
    const timer = setTimeout(show);
    return () => clearTimeout(timer);
  }, [isOn]);
  return (
    <div ref={content} style={{ display: 'grid', minWidth: 0 }}>
      {children}
    </div>
  );
}
