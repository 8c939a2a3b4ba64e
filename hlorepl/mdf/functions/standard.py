"""Elementwise functions and the matrix product. All broadcast as NumPy does."""

from __future__ import annotations

from .table import formula

formula("linear", "variable0 slope intercept", "variable0 * slope + intercept", "A line with a slope and an intercept.")
formula(
    "logistic",
    "variable0 gain bias offset",
    "1 / (1 + numpy.exp(-1 * gain * (variable0 + bias) + offset))",
    "The logistic function; the offset is inside the exponent.",
)
formula(
    "exponential",
    "variable0 scale rate bias offset",
    "scale * numpy.exp((rate * variable0) + bias) + offset",
    "An exponential with a scale, a rate, and a bias in the exponent.",
)
formula("sin", "variable0 scale", "scale * numpy.sin(variable0)", "The sine of an angle in radians, times a scale.")
formula("cos", "variable0 scale", "scale * numpy.cos(variable0)", "The cosine of an angle in radians, times a scale.")
formula("tan", "variable0 scale", "scale * numpy.tan(variable0)", "The tangent of an angle in radians, times a scale.")
formula("sinh", "variable0 scale", "scale * numpy.sinh(variable0)", "The hyperbolic sine, times a scale.")
formula("cosh", "variable0 scale", "scale * numpy.cosh(variable0)", "The hyperbolic cosine, times a scale.")
formula("tanh", "variable0 scale", "scale * numpy.tanh(variable0)", "The hyperbolic tangent, times a scale.")
formula("arcsin", "variable0 scale", "scale * numpy.arcsin(variable0)", "The inverse sine, in radians, times a scale.")
formula(
    "arccos", "variable0 scale", "scale * numpy.arccos(variable0)", "The inverse cosine, in radians, times a scale."
)
formula(
    "arctan", "variable0 scale", "scale * numpy.arctan(variable0)", "The inverse tangent, in radians, times a scale."
)
formula("Relu", "A", "A * (A > 0)", "The positive part: A where it is above zero, else zero.")
formula("MatMul", "A B", "A @ B", "The matrix product, by NumPy's rules; vectors are allowed.")
