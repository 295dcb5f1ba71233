import { Button, Container } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { EmptyState } from '../shared/ui/empty-state';
import { thisPage } from '../shared/load-script';

interface Props {
  children: ReactNode;
  page?: typeof thisPage;
}

/**
 * Replaces a screen that threw, or whose script did not load, with a message; the navigation around it still works. When
 * the browser is online again and the server responds, the page reloads by itself.
 */
export class ScreenError extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  readonly #recover = async () => {
    const { page = thisPage } = this.props;
    if (this.state.isBroken && (await page.isServed())) page.reload();
  };
  readonly #onOnline = () => void this.#recover();

  override componentDidMount() {
    window.addEventListener('online', this.#onOnline);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#onOnline);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
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
}
