import { TextInput, type TextInputProps } from '@mantine/core';

/** The required address of a student. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" placeholder="you@college.edu" aria-required {...props} />
);
