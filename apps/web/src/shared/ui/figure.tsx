import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A number that matters more than anything around it. */
export const Figure = (props: TextProps & { children: ReactNode }) => (
  <Text
    component="strong"
    ff="heading"
    fz="3.5rem"
    fw={600}
    lh={1}
    c="var(--leaf-deep)"
    style={{ fontVariantNumeric: 'tabular-nums lining-nums' }}
    {...props}
  />
);
