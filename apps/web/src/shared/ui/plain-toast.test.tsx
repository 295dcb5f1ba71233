import { afterEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { PlainToast } from './plain-toast';
import { toast } from './toast';

afterEach(() => void jest.useRealTimers());

it('shows a failure for its time without the script of the toasts', () => {
  jest.useFakeTimers();
  render(<PlainToast />);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  act(() => toast.failure('Registration failed'));
  expect(screen.getByRole('alert')).toHaveTextContent('Registration failed');
  act(() => jest.advanceTimersByTime(4100));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});
