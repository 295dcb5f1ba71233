import type { ReactNode } from 'react';
import { useFocusKept } from './use-focus-kept';

/** Around what may disappear with the focus in it. */
export const KeepsFocus = ({ children }: { children: ReactNode }) => (
  <div ref={useFocusKept<HTMLDivElement>()} style={{ display: 'contents' }}>
    {children}
  </div>
);
