import { Button, Container } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { TrayArt } from '../shared/art/tray-art';
import { EmptyState } from '../shared/ui/empty-state';

/** A screen that broke, or whose script did not load, says so in its place; the navigation around it still works. */
export class ScreenError extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
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
