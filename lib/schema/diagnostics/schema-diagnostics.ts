import type { RouteParameter } from '../interfaces/route-parameter.interface.js';
import { diagnoseInstalledCopies, diagnoseRuleCopies } from './installed-copies.js';
import { diagnoseParameter } from './parameter-diagnostics.js';

/** Collects what is the matter with the classes and parameters of an application's tools. */
export class SchemaDiagnostics {
  private readonly messages = new Map<string, string>();
  private readonly classes = new Set<NewableFunction>();

  examine(parameters: readonly RouteParameter[], label: string): void {
    for (const parameter of parameters) {
      for (const { place, message } of diagnoseParameter(parameter, label, this.classes)) {
        this.messages.set(place, message);
      }
    }
  }

  /** One message for each place, in the order of the tools; then what is the matter with the installation. */
  report(): string[] {
    return [...this.messages.values(), ...diagnoseRuleCopies(this.classes), ...diagnoseInstalledCopies()];
  }
}
