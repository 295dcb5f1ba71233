import { Button, Container } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Component, type ReactNode } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { EmptyState } from '../shared/ui/empty-state';
import { thisPage } from '../shared/load-script';

/** Replaces a screen that threw, or whose script did not load, with a message; the navigation around it still works. */
export class ScreenError extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

/** When the browser is online again and the server responds, the page reloads by itself. */
function Broken() {
  useWindowEvent('online', () => void thisPage.isServed().then((isServed) => isServed && thisPage.reload()));
  return (
    <Container size="34rem" w="100%" py="xl">
      <EmptyState
        art={<TrayArt />}
        title="This screen did not load"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        Please check your connection. If SpareSwipe was updated meanwhile, reloading brings the new version.
      </EmptyState>
    </Container>
  );
}
