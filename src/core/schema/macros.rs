//! Macros that declare parameters (`params!`, `choices!`) and enums with external names
//! ([`words!`](crate::words!)).

/// Declares a block of parameters: a struct with typed fields, its defaults and its
/// [`ParamSpec`](crate::schema::ParamSpec) table. The field's name is the parameter's key. Fields
/// in `texts` are text parameters.
macro_rules! params {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $section:literal {
            $( $field:ident : $ty:ty = $spec:expr; )*
        }
        $( texts { $( $text:ident : $text_ty:ty = $text_spec:expr; )* } )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $name {
            $( #[doc = concat!("See the entry `", stringify!($field), "` of `SPECS`.")]
               pub $field: $ty, )*
            $( $( #[doc = concat!("See the entry `", stringify!($text), "` of `TEXTS`.")]
               pub $text: $text_ty, )* )?
        }

        impl $name {
            $(
                /// Declarations of the text parameters, in panel order.
                const TEXTS: &'static [$crate::schema::TextSpec] = &[
                    $( $crate::schema::TextSpec {
                        key: stringify!($text), section: $section, ..$text_spec
                    }, )*
                ];
            )?

            /// Declarations of the number parameters, in panel order.
            pub const SPECS: &'static [$crate::schema::ParamSpec] = &[
                $( $spec.with_key_and_section(stringify!($field), $section), )*
            ];
        }

        impl Default for $name {
            fn default() -> Self {
                let mut specs = Self::SPECS.iter();
                Self {
                    $( $field: <$ty as $crate::schema::ParamValue>::from_value(
                        specs.next().map_or(0.0, |spec| spec.default),
                    ), )*
                    $( $( $text: <$text_ty>::default(), )* )?
                }
            }
        }

        impl $crate::schema::Params for $name {
            fn specs(&self) -> &'static [$crate::schema::ParamSpec] {
                Self::SPECS
            }
            fn get(&self, index: usize) -> f32 {
                let values = [
                    $( $crate::schema::ParamValue::to_value(self.$field), )*
                ];
                values.get(index).copied().unwrap_or(0.0)
            }
            fn set(&mut self, index: usize, value: f32) {
                let mut here = 0;
                $(
                    if index == here {
                        self.$field = $crate::schema::ParamValue::from_value(value);
                    }
                    here += 1;
                )*
                let _ = here;
            }
            $( $crate::schema::macros::text_fields!($( $text: $text_ty ),*); )?
        }
    };
}

/// Implements the functions of `Params` for text parameters, which are fields of `self`.
macro_rules! text_fields {
    ($( $field:ident : $ty:ty ),*) => {
        fn texts(&self) -> &'static [$crate::schema::TextSpec] {
            Self::TEXTS
        }
        fn text(&self, index: usize) -> String {
            let texts = [ $( self.$field.to_string(), )* ];
            texts.into_iter().nth(index).unwrap_or_default()
        }
        fn set_text(&mut self, index: usize, text: &str) -> Result<(), String> {
            let mut here = 0;
            $(
                if index == here {
                    self.$field = text.parse()?;
                }
                here += 1;
            )*
            let _ = here;
            Ok(())
        }
        fn check_text(&self, index: usize, text: &str) -> Result<(), String> {
            (*self).clone().set_text(index, text)
        }
    };
}

/// Declares an enum whose variants are the options of a choice parameter.
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $variant:ident = $key:literal, $label:literal, $doc:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(target_arch = "wasm32", derive(serde::Serialize, tsify::Tsify))]
        $vis enum $name {
            $( #[doc = $doc]
               #[cfg_attr(target_arch = "wasm32", serde(rename = $key))]
               $variant, )*
        }

        impl $name {
            /// Options of the choice, in the order of the variants.
            pub const CHOICES: &'static [$crate::schema::ParamChoice] = &[
                $( $crate::schema::ParamChoice { key: $key, label: $label, description: $doc }, )*
            ];
            const ALL: &'static [Self] = &[ $( Self::$variant, )* ];
        }

        impl $crate::schema::ParamValue for $name {
            fn from_value(value: f32) -> Self {
                Self::ALL[(value as usize).min(Self::ALL.len() - 1)]
            }
            fn to_value(self) -> f32 {
                self as usize as f32
            }
        }
    };
}

/// Declares an enum whose variants have names outside the core: in exports, and in the page's
/// generated TypeScript types.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$about:meta])* $variant:ident = $word:literal, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(target_arch = "wasm32", derive(serde::Serialize, tsify::Tsify))]
        $vis enum $name {
            $( $(#[$about])*
               #[cfg_attr(target_arch = "wasm32", serde(rename = $word))]
               $variant, )*
        }

        impl $name {
            /// All variants, in the order of their declaration.
            pub const ALL: [Self; [$( $word, )*].len()] = [ $( Self::$variant, )* ];

            /// Key of the variant in links, in files, and in the packages for other languages.
            pub fn key(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )*
                }
            }
        }
    };
}

/// Implements the functions of `Params` for number parameters by those of the field `params`, for
/// behaviors that have memory or texts in other fields.
macro_rules! numbers_of_field {
    ($block:ty) => {
        fn specs(&self) -> &'static [$crate::schema::ParamSpec] {
            <$block>::SPECS
        }
        fn get(&self, index: usize) -> f32 {
            $crate::schema::Params::get(&self.params, index)
        }
        fn set(&mut self, index: usize, value: f32) {
            $crate::schema::Params::set(&mut self.params, index, value);
        }
    };
}

pub(crate) use {choices, numbers_of_field, params, text_fields};
