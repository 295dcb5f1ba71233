import { Button, Container } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Component, type ReactNode } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { EmptyState } from '../shared/ui/empty-state';
import { thisPage } from '../shared/load-script';

interface Props {
  children: ReactNode;
  page?: typeof thisPage;
}

/** Replaces a screen that threw, or whose script did not load, with a message; the navigation around it still works. */
export class ScreenError extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken page={this.props.page ?? thisPage} /> : this.props.children;
  }
}

/** When the browser is online again and the server responds, the page reloads by itself. */
function Broken({ page }: Required<Pick<Props, 'page'>>) {
  useWindowEvent('online', () => void page.isServed().then((isServed) => isServed && page.reload()));
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
