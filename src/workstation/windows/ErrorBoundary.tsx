import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/index.ts';

export interface ErrorBoundaryProps { readonly name: string; readonly onRetry?: () => void; readonly children: ReactNode }

/** Keeps a failing tool from taking the desk with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null };
  static getDerivedStateFromError(error: unknown) { return { message: error instanceof Error ? error.message : String(error) }; }
  override render() {
    if (this.state.message === null) return this.props.children;
    return <ErrorState title={`${this.props.name} has stopped`} text={this.state.message} onRetry={() => { this.props.onRetry?.(); this.setState({ message: null }); }} />;
  }
}
