import { Container, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import page from '../shared/ui/page.module.css';

/** Shown while the script of a screen loads. A new screen begins at its top. */
export function ScreenLoading() {
  const isNew = useNavigationType() !== NavigationType.Pop;
  useLayoutEffect(() => {
    if (isNew) window.scrollTo(0, 0);
  }, [isNew]);
  return (
    <Container size="74rem" w="100%" px="md" className={page.page} role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Skeleton h="2.5rem" w="min(20rem, 80%)" className={page.head} />
      {/* taller than the window, so that the footer stays out of sight */}
      <Stack gap="md">
        {[1, 2, 3, 4].map((part) => (
          <Skeleton key={part} h="14rem" />
        ))}
      </Stack>
    </Container>
  );
}
