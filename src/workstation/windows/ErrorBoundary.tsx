import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/index.ts';

/** `name` names in the message what has failed; `onRetry` runs before the children are rendered again. */
export interface ErrorBoundaryProps {
  readonly name: string;
  readonly onRetry?: () => void;
  /** What to show of the error instead of a place in the page with a way to try again. */ readonly instead?: (
    message: string,
  ) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a failing tool from taking the desk with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
  override render() {
    if (this.state.message === null) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead(this.state.message);
    return (
      <ErrorState
        title={`${this.props.name} has stopped`}
        text={this.state.message}
        onRetry={() => {
          this.props.onRetry?.();
          this.setState({ message: null });
        }}
      />
    );
  }
}
